// Translates a page into German; pages load it if their address has l=de.

import { translate } from "./german.js";
import { GERMAN } from "./words.js";

document.documentElement.lang = "de";
translate(document.documentElement, GERMAN);
