/* How the pages reach the application, and each other: here over HTTP, from the server they came
   from. A published page has another module of this name, see zermelo.publish. */

/** What `fetch` answers. */
export const request = (path, options) => fetch(`api/${path}`, options);

/** The live events of a session. */
export const events = (key, seat = "") =>
  new EventSource(`api/sessions/${key}/events${seat && `?seat=${encodeURIComponent(seat)}`}`);

/** Have the browser keep an answer as a file. */
export const download = (path) => window.open(`api/${path}`, "_self");

/** Have it keep a file that the page has made.
    @param {File} file */
export function keepFile(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Where a page is: "play", "tree", "limits". */
export const pageAt = (name) => name;

/** Where the page about a game is. */
export const gameAt = (spec) => `game?g=${encodeURIComponent(spec)}`;
