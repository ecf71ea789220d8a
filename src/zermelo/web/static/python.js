// @ts-check
/* Python in a worker, which can be ended if it hangs; see worker.js. */

export class Python {
  /** `name` says what the worker does; `take(message)` gets its messages, or one of the kind "crashed" if it fails.
      @param {string} name @param {(message: any) => void} [take] */
  constructor(name, take) {
    this.name = name;
    this.take = take;
    /** @type {Worker | null} */
    this.worker = null; // a new worker replaces one that has ended
  }

  /** Send a request; the first one starts Python.
      @param {object} request */
  send(request) {
    this.worker ??= this.start();
    this.worker.postMessage(JSON.stringify(request));
  }

  start() {
    const address = new URL("./worker.js", import.meta.url);
    const worker = new Worker(address, { type: "module", name: this.name });
    worker.onmessage = ({ data }) => worker === this.worker && this.take(JSON.parse(data));
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.take({ kind: "crashed", missing: !(event instanceof ErrorEvent) });
    };
    return worker;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}

const inMB = (bytes) => (bytes / 1e6).toFixed(1);

/** The share loaded so far, in words.
    @param {{ come: number, all: number }} progress */
export const progressWords = ({ come, all }) =>
  come < all ? `Getting ready: ${inMB(come)} of ${inMB(all)} MB …` : "Starting Python …";
