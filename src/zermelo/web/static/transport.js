/* The connection of pages to the application, over HTTP, and links between pages. A published page has another
   module of this name, see zermelo.publish. */

/** Send a request as `fetch` does. */
export const request = (path, options) => fetch(`api/${path}`, options);

/** The live events of a session. */
export const events = (key, seat = "") =>
  new EventSource(`api/sessions/${key}/events${seat && `?seat=${encodeURIComponent(seat)}`}`);

/** The address of a page: "play", "tree", "limits". */
export const pageAt = (name) => name;

/** The address of a game's page. */
export const gameAt = (spec) => `game?g=${encodeURIComponent(spec)}`;
