// Measures what calls cost as companies and records grow: `npm run growth`; `-- --write` puts tables and plots
// into docs/operate/scaling.md.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath, tools } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

const parameters = process.argv.slice(2)

await main(async () => {
  await ensureInstalled()
  const code = await run(nodePath(), [at('bench/growth.bench.ts'), ...parameters])
  if (code !== 0 || !parameters.includes('--write')) return code
  return run(nodePath(), [tools.oxfmt, at('docs/operate/scaling.md')])
})
