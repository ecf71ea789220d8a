"""The style sheet of pages that stand by themselves, light and dark as the reader has it."""

from __future__ import annotations

from typing import Final

LIGHT: Final = (
    "--ground:#ffffff;--panel:#f6f4ef;--ink:#1f2430;--quiet:#625d54;--rule:#d9d4c8;"
    "--first:#1b5fa8;--second:#b54a08;--win:#0b7a4b;--draw:#6f6b78;--loss:#b0185c"
)
DARK: Final = (
    "--ground:#16181d;--panel:#1f232b;--ink:#e8eaf0;--quiet:#a3abba;--rule:#3a404c;"
    "--first:#6db3ff;--second:#ffa45c;--win:#4fd39a;--draw:#8f94a3;--loss:#ff7fb0"
)
COLOURS: Final = f"""
:root{{color-scheme:light dark;{LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}
"""
FONT: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif'
CHARTS: Final = f"""
.chart{{font-family:{FONT}}}
.chart text{{font-size:12px;fill:var(--quiet)}}
.chart .grid{{stroke:var(--rule);stroke-width:1}}
.chart .line{{fill:none;stroke-width:2;stroke-linejoin:round}}
.chart .thin{{stroke-width:1.2;stroke-opacity:.55}}
.chart .interval{{stroke:var(--ink);stroke-width:1.4;fill:none}}
.chart .line.first{{stroke:var(--first)}}.chart .line.second{{stroke:var(--second)}}
.chart .line.draw{{stroke:var(--draw)}}
.chart .bar.first,.chart .dot.first{{fill:var(--first)}}
.chart .bar.second,.chart .dot.second{{fill:var(--second)}}
.chart .bar.win{{fill:var(--win)}}.chart .bar.draw{{fill:var(--draw)}}
.chart .bar.loss{{fill:var(--loss)}}
.chart .title{{font-size:15px;fill:var(--ink)}}
.chart .heading{{font-size:13px;fill:var(--ink)}}
.chart .dashed{{stroke-dasharray:6 4}}
.chart .line.win{{stroke:var(--win)}}.chart .line.loss{{stroke:var(--loss)}}
"""
STYLE: Final = f"""{COLOURS}{CHARTS}
figure .chart{{display:block;width:100%;height:auto}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:1180px;padding:28px 20px 60px;background:var(--ground);
color:var(--ink);font:16px/1.55 {FONT}}}
h1{{font-size:28px;line-height:1.25;margin:0 0 4px}}
h2{{font-size:23px;margin:48px 0 4px;padding-top:20px;border-top:2px solid var(--rule)}}
h3{{font-size:17px;margin:28px 0 8px}}
p{{margin:4px 0 10px;max-width:75ch}}
a{{color:var(--first)}}
.quiet{{color:var(--quiet)}}
.verdict{{font-size:19px}}
.scroll{{overflow-x:auto;margin:8px 0 18px}}
.small{{font-size:13.5px;font-weight:400}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:15px}}
th,td{{text-align:left;padding:5px 22px 5px 0;vertical-align:top;
border-bottom:1px solid var(--rule)}}
th{{font-weight:600;color:var(--quiet)}}
td.number,th.number{{text-align:right;white-space:nowrap}}
tbody th{{font-weight:400;color:var(--ink);min-width:12em}}
.interval-text{{color:var(--quiet);font-size:13.5px;white-space:nowrap}}
.tag{{display:inline-block;border-radius:4px;padding:0 7px;font-size:13px;line-height:1.5;
border:1px solid var(--rule);color:var(--quiet)}}
.tag.exact{{color:var(--win);border-color:var(--win)}}
.win{{color:var(--win)}}.loss{{color:var(--loss)}}.draw{{color:var(--draw)}}
.row{{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:18px}}
figure{{margin:0;background:var(--panel);border:1px solid var(--rule);border-radius:8px;
padding:14px 14px 10px}}
figcaption{{font-size:14px;color:var(--quiet);margin-top:6px}}
figcaption b{{color:var(--ink)}}
figure:has(.board){{background:var(--ground)}}
.board svg{{display:block;max-width:100%;max-height:340px;height:auto;margin:0 auto}}
@media print{{body{{max-width:none}}figure{{break-inside:avoid}}}}
"""
