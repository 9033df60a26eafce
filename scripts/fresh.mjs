// Starts Steward as fresh machines of many kinds would, and prints a table: `npm run fresh`, or some of the cases by
// words of their names: `npm run fresh -- offline "Node 20"`.
import { cases } from './fresh/cases.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

const second = 1000

async function resultOf({ skip, run }) {
  if (skip !== undefined) return { result: 'skipped', detail: skip }
  try {
    return { result: 'ok', detail: await run() }
  } catch (error) {
    return { result: 'FAILED', detail: error.message }
  }
}

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const words = process.argv.slice(2)
  const chosen = cases.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const counts = { ok: 0, FAILED: 0, skipped: 0 }
  for (const one of chosen) {
    const start = Date.now()
    const { result, detail } = await resultOf(one)
    const seconds = ((Date.now() - start) / second).toFixed(1)
    process.stdout.write(`${result.padEnd(8)}${one.name.padEnd(44)}${seconds.padStart(6)} s  ${detail}\n`)
    counts[result] += 1
  }
  process.stdout.write(`\n${counts.ok} ok, ${counts.FAILED} failed, ${counts.skipped} skipped\n`)
  return chosen.length === 0 || counts.FAILED > 0 ? 1 : 0
})
