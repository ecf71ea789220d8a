/* The gallery's address with a game in its fragment is that of the board. */

import { pageAt } from "./transport.js";

if (/[#&]g=/.test(location.hash)) location.replace(pageAt("play") + location.hash);
