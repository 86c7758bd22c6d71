import { capital } from './words.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each)
}

/** Text for XML 1.0: what it cannot hold at all is left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
}

/** The name of a place on a page. */
export function anchor(text: string): string {
  return `c-${text.replaceAll(/[^\w.-]+/g, '-')}`
}

/** A section of a page; nothing without parts. The title is text, and the parts HTML. */
export function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<section><h2>${escapeHtml(title)}</h2>${parts.join('')}</section>`
}

/** A list of HTML as the parts of a section. */
export function list(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`]
}

/** A text whose parts in backticks are code. */
export function coded(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

/** A part of the page; what cannot be shown is said in its place, and takes nothing else with it. */
export function part(name: string, make: () => string): string {
  try {
    return make()
  } catch (error) {
    return `<p class="problem">${escapeHtml(capital(name))} could not be shown here: ${escapeHtml(error instanceof Error ? error.message : String(error))}. The JSON report has it.</p>`
  }
}

/** The style of the HTML report: light and dark by the reader's setting, and printable. */
export const htmlStyle = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#59636e;--line:#d5dae0;--card:#f6f8fa;--link:#0b5cad;
--pass:#1a7f37;--fail:#b3261e;--error:#8a2be2;--blocked:#9a5b00;--inconclusive:#7a6400;--na:#6b7280;--notrun:#9aa1a9;--observed:#0b5cad;--mark:#ffd7d5}
@media (prefers-color-scheme:dark){:root{--bg:#0f1318;--fg:#e6eaef;--soft:#9da7b2;--line:#313a44;--card:#171c23;--link:#79b8ff;
--pass:#4ac26b;--fail:#ff7b72;--error:#c297ff;--blocked:#e3a04b;--inconclusive:#d4bf5a;--na:#9aa4b0;--notrun:#6b7682;--observed:#79b8ff;--mark:#5d1f1d}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main,header{max-width:1080px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:15px;font-weight:600;color:var(--soft);margin:0}
.sentence{font-size:30px;font-weight:700;margin:4px 0 2px;line-height:1.2}
.sentence.bad{color:var(--fail)}.sentence.good{color:var(--pass)}.sentence.part{color:var(--observed)}
h2{font-size:20px;margin:40px 0 10px;border-bottom:1px solid var(--line);padding-bottom:6px}
h3{font-size:16px;margin:22px 0 6px}
p{margin:6px 0}
a{color:var(--link)}
.soft{color:var(--soft)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
pre{margin:0;padding:10px 12px;overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
pre mark{background:var(--mark);color:inherit;display:inline-block;width:100%}
.bar{display:flex;height:18px;border-radius:5px;overflow:hidden;margin:14px 0 8px;background:var(--card);gap:1px}
.bar span{min-width:3px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;margin:0;padding:0}
.dot{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
.pass{background:var(--pass)}.fail{background:var(--fail)}.error{background:var(--error)}.blocked{background:var(--blocked)}
.inconclusive{background:var(--inconclusive)}.not-applicable{background:var(--na)}.not-run{background:var(--notrun)}.observed{background:var(--observed)}
.card{border:1px solid var(--line);border-left:4px solid var(--fail);border-radius:6px;padding:12px 16px;margin:14px 0}
.first{border:1px solid var(--line);border-left:6px solid var(--fg);border-radius:6px;padding:10px 16px;margin:16px 0 8px;background:var(--card)}
.first strong{font-size:17px}.notes{margin:10px 0 0;padding-left:20px;color:var(--soft)}
.ways ol{margin:6px 0;padding-left:26px}.ways li{margin:6px 0}.way{margin-top:30px}.says{margin:0;font-size:15px}
.card.known{border-left-color:var(--blocked)}
.card h3{margin:0 0 2px}
.three{display:grid;gap:10px;grid-template-columns:1fr;margin:10px 0}
@media (min-width:760px){.three{grid-template-columns:1fr 1fr}.three .sent{grid-column:1/-1}}
.three h4,.cardlabel{font-size:12px;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:0 0 4px}
details{margin:6px 0}.passed>summary{color:var(--soft)}summary{cursor:pointer}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:5px 10px 5px 0;border-bottom:1px solid var(--line)}
td.v{white-space:nowrap;width:9.5em}
td,th,li,p,summary,h1,h3,h4{overflow-wrap:anywhere}
.areas{width:auto;margin:24px 0}.areas caption{text-align:left;font-weight:700;margin-bottom:4px}.areas td,.areas th{padding-right:28px}.areas td{font-variant-numeric:tabular-nums}
.requirements{table-layout:fixed}.requirements th:last-child{width:9.5em}
.tools{display:flex;flex-wrap:wrap;gap:10px 18px;align-items:center;margin:8px 0 14px}
input[type=search]{font:inherit;padding:5px 9px;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--fg);min-width:240px}
button{font:inherit;font-size:13px;padding:3px 10px;border:1px solid var(--line);border-radius:6px;background:var(--card);color:var(--fg);cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.requirements th:first-child{width:30%}
@media (max-width:620px){.requirements thead{display:none}.requirements td{display:block;width:auto;border:0;padding:1px 0}.requirements tr{display:block;border-bottom:1px solid var(--line);padding:6px 0}.legend{gap:4px 12px}}
.skip{position:absolute;left:-9999px}.skip:focus{left:12px;top:12px;background:var(--bg);padding:6px}
footer{max-width:1080px;margin:40px auto 30px;padding:0 20px;color:var(--soft)}
[hidden]{display:none!important}
.printed{display:none}.problem{color:var(--fail)}
@media print{:root{color-scheme:light}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}.tools,button,.skip,.requirements thead,.requirements details,.passed,.exchanges,.requirements tr:not([data-verdict=fail]):not([data-verdict=error]){display:none!important}.printed{display:inline}body{font-size:10px;line-height:1.35}code,pre{font-size:9px}pre{white-space:pre-wrap;max-height:16em;overflow:hidden}h2{margin:18px 0 6px}h4{margin:2px 0;font-weight:400}.card{padding:6px 10px;margin:8px 0}tr{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit}}
`

/** Filters the list of requirements, and copies command lines; the report can be read without it. */
export const htmlScript = `
const search=document.getElementById('search');if(search){const boxes=[...document.querySelectorAll('[data-filter]')],rows=[...document.querySelectorAll('tr[data-verdict]')],groups=[...document.querySelectorAll('[data-section]')],count=document.getElementById('count');
function apply(){const text=search.value.trim().toLowerCase(),on=new Set(boxes.filter(b=>b.checked).map(b=>b.dataset.filter));let n=0;
for(const row of rows){const show=on.has(row.dataset.verdict)&&(!text||row.textContent.toLowerCase().includes(text));row.hidden=!show;if(show)n++}
for(const fold of document.querySelectorAll('details.passed')){fold.open=!!text;fold.hidden=![...fold.querySelectorAll('tr[data-verdict]')].some(row=>!row.hidden)}
for(const table of document.querySelectorAll('[data-section]>table'))table.hidden=![...table.querySelectorAll('tr[data-verdict]')].some(row=>!row.hidden);
for(const group of groups)group.hidden=![...group.querySelectorAll('tr[data-verdict]')].some(row=>!row.hidden);
count.textContent=n+' of '+rows.length+' requirements'}
search.addEventListener('input',apply);boxes.forEach(b=>b.addEventListener('change',apply));apply();
for(const tools of document.querySelectorAll('.tools[hidden]'))tools.hidden=false;
}
function unfold(){for(let at=location.hash.length>1&&document.getElementById(decodeURIComponent(location.hash.slice(1)));at;at=at.parentElement)if(at.localName==='details')at.open=true}
addEventListener('hashchange',unfold);unfold();
for(const button of document.querySelectorAll('button[data-copy]')){button.hidden=false;button.addEventListener('click',async()=>{const text=document.getElementById(button.dataset.copy).textContent;
try{await navigator.clipboard.writeText(text);button.textContent='Copied'}catch{const range=document.createRange();range.selectNodeContents(document.getElementById(button.dataset.copy));getSelection().removeAllRanges();getSelection().addRange(range)}})}
`

/** A report as one HTML document that needs nothing else; the title is text, and the body HTML. */
export function htmlDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
${body}
</body>
</html>
`
}
