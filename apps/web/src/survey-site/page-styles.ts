/** The page around a survey. */
export const pageStyles = `
html{color-scheme:light dark;background:#f4f4f7}
body{margin:0;font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:640px;margin:0 auto;padding:clamp(16px,6vh,72px) 16px 32px;display:grid;gap:16px}
header.sv{display:flex;justify-content:space-between;align-items:center;gap:16px;background:none}
.sv .ask,.sv button.main,.sv a.go{font-weight:600}
.sv .top,.sv .help,.sv .opt,.sv .ends{font-size:13px;font-weight:400}
.sv .company{font-size:15px;font-weight:600}
.sv.card{padding:20px clamp(16px,4vw,32px) 28px;border-radius:14px;border-top:4px solid var(--sv-brand);box-shadow:0 1px 3px rgb(0 0 0/.12)}
@media(prefers-color-scheme:dark){html{background:#121215}}
`
