const dark = `--sv-bg:#1c1c21;--sv-fg:#f2f2f5;--sv-dim:#b4b4bf;--sv-edge:#7c7c88;--sv-soft:#2a2a31;--sv-bad:#ff9a94;color-scheme:dark`

/**
 * The styles of a question with a scale, with which most surveys begin. Constructable style sheets take them, which every
 * content security policy allows. They hold in a page of ours as in the shadow tree of a strange one, so that all sizes are
 * in pixels. All texts have one font: each further size or weight is one more for the page of a company to set up.
 */
export const firstStyles = `
.sv{--sv-bg:#fff;--sv-fg:#1b1b20;--sv-dim:#5c5c66;--sv-edge:#85858f;--sv-soft:#f1f1f4;--sv-bad:#b3261e;color-scheme:light;box-sizing:border-box;background:var(--sv-bg);color:var(--sv-fg);font-size:16px;line-height:1.45;text-align:start;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){.sv:not([data-theme=light]){${dark}}}
.sv[data-theme=dark]{${dark}}
.sv h1,.sv h2,.sv button,.sv input,.sv textarea,.sv select,.sv a{box-sizing:border-box;font:inherit;color:inherit}
.sv .top{display:flex;justify-content:space-between;align-items:center;gap:8px;min-height:24px}
.sv .ask,.sv .sv-title{margin:4px 0 12px;line-height:1.35;outline:0}
.sv .top,.sv .help,.sv .opt,.sv .ends{color:var(--sv-dim)}
.sv .help{margin:-6px 0 12px}
.sv .opt{margin-inline-start:6px}
.sv .ends{display:flex;justify-content:space-between;gap:16px;margin-top:6px}
.sv .ends :last-child{text-align:end}
.sv .scale{display:flex;gap:3px}
.sv .scale div{flex:1 0 0;min-width:24px;box-sizing:border-box;line-height:40px;text-align:center;border:1px solid var(--sv-edge);border-radius:8px;cursor:pointer;user-select:none}
@media(max-width:357px){.sv .scale{flex-wrap:wrap}.sv .scale div{flex-basis:14%}}
.sv .scale div:hover{background:var(--sv-soft)}
.sv .scale [aria-checked=true]{background:var(--sv-brand);border-color:var(--sv-brand);color:var(--sv-on);font-weight:600}
.sv .scale div:focus-visible,.sv label:focus-within,.sv button:focus-visible,.sv a:focus-visible,.sv textarea:focus-visible,.sv .line:focus-visible,.sv select:focus-visible{outline:2px solid var(--sv-fg);outline-offset:2px}
.sv .bad{margin-top:10px;color:var(--sv-bad)}
.sv .bar{display:flex;justify-content:flex-end;gap:8px;margin-top:16px}
.sv button,.sv a.go{display:inline-block;min-height:40px;padding:8px 18px;border:1px solid var(--sv-edge);border-radius:8px;background:transparent;cursor:pointer;text-decoration:none}
.sv button:hover{background:var(--sv-soft)}
.sv button.main,.sv a.go{border-color:var(--sv-brand);background:var(--sv-brand);color:var(--sv-on)}
.sv button[aria-disabled=true]{opacity:.6;cursor:default}
.sv button.x{min-height:28px;width:28px;padding:0;border:0;line-height:1}
@media(forced-colors:active){.sv .scale [aria-checked=true]{outline:3px solid Highlight}}
`

/** Additional styles of questions without a scale, and of the thank-you page. */
export const furtherStyles = `
.sv p,.sv h1,.sv h2{margin:0}
.sv .sv-title{margin:4px 0 12px;font-weight:600}
.sv .choices{display:grid;gap:6px}
.sv .choices label{display:flex;gap:10px;align-items:flex-start;padding:9px 12px;border:1px solid var(--sv-edge);border-radius:8px;cursor:pointer}
.sv .choices label:hover,.sv .choices label.on{background:var(--sv-soft)}
.sv .choices input{flex:none;width:16px;height:16px;margin:3px 0 0;accent-color:var(--sv-brand)}
.sv textarea,.sv .line,.sv select{width:100%;padding:9px 11px;border:1px solid var(--sv-edge);border-radius:8px;background:var(--sv-bg)}
.sv select{width:auto;padding:4px 8px}
.sv textarea{min-height:96px;resize:vertical}
.sv .end p{margin-bottom:14px;white-space:pre-line}
`
