/** What titles.js exports, which `zermelo.web.catalogue` writes: titles of games, and who wins. */
export const TITLES: Record<string, string>;
export const SOLVED: Record<string, string>;
