// Writes the generated files again; `npm run gen -- --check` only shows which are not current.
import { generate } from './lib/generate.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  const { ok, output, summary } = await generate({ check: process.argv.includes('--check') })
  process.stdout.write(`${summary}\n${output ? `${output}\n` : ''}`)
  return ok ? 0 : 1
})
