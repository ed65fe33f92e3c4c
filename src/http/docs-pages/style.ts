export const style = `
:root{color-scheme:light dark;--back:light-dark(#fff,#11151a);--panel:light-dark(#f5f7f8,#181e25);--line:light-dark(#e1e6ea,#2a323c);
--text:light-dark(#1b2733,#dde4ea);--soft:light-dark(#5a6875,#93a1ae);--accent:light-dark(#0b6e63,#4fd1bd);--mark:light-dark(#d9f2ee,#12352f);
--code:#10161c;--code-text:#d7e2ea;--get:light-dark(#0b6bb0,#6db9f0);--post:light-dark(#0a7a45,#5fd39a);--put:light-dark(#8a5a00,#e2b456);--delete:light-dark(#b3261e,#f2857e)}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
code,pre,.name,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
:not(pre)>code{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.05em .3em}
pre{background:var(--code);border:1px solid light-dark(transparent,#2a323c);color:var(--code-text);border-radius:8px;padding:.9rem 1rem;overflow:auto;line-height:1.5;margin:0 0 1rem;font-size:.8125rem}
pre code{font-size:inherit}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .75rem}
h2{font-size:1.4rem;line-height:1.3;margin:2.5rem 0 .75rem}
h3{font-size:1.1rem;margin:0 0 .5rem}
h4{font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;color:var(--soft);margin:1.4rem 0 .4rem}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem 1rem;z-index:2}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:650;color:var(--text);text-decoration:none;font-size:1.05rem}
.brand svg{width:1.6rem;height:1.6rem;color:var(--accent);flex:none}
.brand small{color:var(--soft);font-weight:400}
.side{display:none}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem;padding:.8rem 1rem;border-bottom:1px solid var(--line)}
.top details{flex-basis:100%}
summary{cursor:pointer;color:var(--accent)}
.links{display:flex;gap:1rem;flex-wrap:wrap;margin:.8rem 0;padding:0;list-style:none;font-size:.9rem}
.links a[aria-current]{font-weight:650}
.lede{font-size:1.15rem;color:var(--soft)}
.contents .says{display:block;color:var(--soft);font-size:.9rem}
.contents li{margin:.4rem 0}
.cards{list-style:none;padding:0;margin:1.5rem 0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}
.cards li{border:1px solid var(--line);border-radius:8px;padding:1rem}
.cards h2,.cards h3{margin:0 0 .3rem;font-size:1.05rem}
.cards p{margin:0;color:var(--soft);font-size:.9rem}
.nav h2{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:1.2rem 0 .3rem}
.nav ul{list-style:none;margin:0;padding:0}
.nav li a{display:flex;gap:.5rem;padding:.22rem .4rem;border-radius:5px;color:var(--text);text-decoration:none;font-size:.875rem;line-height:1.4;overflow-wrap:anywhere}
.nav li a:hover,.nav li a[aria-current]{background:var(--mark)}
.nav .verb{flex:0 0 2.6rem;padding-top:.15em}
.search{margin:.9rem 0 0}
.search ul{list-style:none;margin:.4rem 0 0;padding:0;max-height:60vh;overflow-y:auto;font-size:.875rem}
.search li a{display:block;flex-direction:column}
.search small{display:block;color:var(--soft)}
.index{list-style:none;padding:0;margin:0;columns:2 18rem}
.index .verb{display:inline-block;width:3.2rem}
h2>a{color:inherit;text-decoration:none}
.tabs{display:flex;gap:.3rem;margin:0 0 .4rem}
.tabs button{font:inherit;font-size:.8rem;color:var(--soft);background:none;border:1px solid var(--line);border-radius:5px;padding:.1rem .6rem;cursor:pointer}
.tabs button[aria-pressed=true]{color:var(--accent);border-color:currentColor}
.search input{width:100%;padding:.45rem .7rem;border:1px solid var(--line);border-radius:6px;background:var(--back);color:inherit;font:inherit;font-size:.9rem}
main{padding:1.5rem 1rem 5rem;min-width:0}
.prose{max-width:46rem}
.lead>p:first-child{font-size:1.15rem}
.verb{font:600 .68rem/1.6 ui-monospace,Menlo,monospace;text-transform:uppercase;color:var(--soft)}
.verb.get{color:var(--get)}.verb.post{color:var(--post)}.verb.put,.verb.patch{color:var(--put)}.verb.delete{color:var(--delete)}
.operation{border-top:1px solid var(--line);padding:1.6rem 0}
.operation>header{margin-bottom:.6rem}
.operation h3 a{color:inherit;text-decoration:none}
.operation h3 a:hover::after{content:" #";color:var(--soft)}
.path{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline;margin:0 0 .6rem;overflow-wrap:anywhere}
.path .verb{font-size:.8rem}
.base{color:var(--soft)}
.fields{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:8px}
.fields>li{padding:.55rem .8rem;border-top:1px solid var(--line)}
.fields>li:first-child{border-top:0}
.fields .fields{margin:.5rem 0 .2rem}
.fields p{margin:.15rem 0 0;font-size:.9rem}
.name{font-weight:600}
.type{color:var(--soft);font-size:.82rem;margin-left:.4rem}
.badge{font-size:.7rem;border:1px solid var(--line);border-radius:99px;padding:.05rem .5rem;margin-left:.4rem;color:var(--soft);white-space:nowrap}
.badge.required{color:var(--put);border-color:currentColor}
.old .name{text-decoration:line-through;font-weight:400}
.soft{color:var(--soft);font-size:.85rem}
.fields summary{font-size:.85rem;margin-top:.3rem}
.table{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .7rem .45rem 0;border-bottom:1px solid var(--line)}
.sample{min-width:0}
.sample h4{margin-top:0}
.sample pre{max-height:30rem}
.copy{float:right;font:inherit;font-size:.75rem;text-transform:none;letter-spacing:0;color:var(--accent);background:none;border:1px solid var(--line);border-radius:5px;padding:.05rem .5rem;cursor:pointer}
[hidden]{display:none!important}
@media (min-width:900px){
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr)}
.side{display:block;position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.2rem 1rem 3rem;border-right:1px solid var(--line);background:var(--panel)}
.top{display:none}
main{padding:2.2rem 2.5rem 6rem;max-width:92rem}}
@media (min-width:1250px){
.operation>.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:2.2rem}
.sample>div{position:sticky;top:1rem}}
@media print{.side,.top,.copy,.skip{display:none}}
`
