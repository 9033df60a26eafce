// Runs sqlmap and wapiti against a running Steward that may be spoilt: `node scripts/security-review.mjs
// --url http://127.0.0.1:3000 --username admin@example.com --password …`. Both come from Debian: apt-get
// install sqlmap wapiti. `--only 'list|search'` takes the operations whose id a pattern finds, `--tools
// sqlmap` one of the two, `--at 4` as many at a time, `--minutes 30` is what one operation, and wapiti, may take.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './lib/run.mjs'
import { call, callsIn, firstIds, tokenFor } from './review/review-calls.mjs'
import { reviewInjection } from './review/sqlmap.mjs'
import { reviewPages } from './review/wapiti.mjs'

const options = {
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  username: { type: 'string', default: 'admin@example.com' },
  password: { type: 'string', default: '' },
  only: { type: 'string', default: '' },
  tools: { type: 'string', default: 'sqlmap,wapiti' },
  level: { type: 'string', default: '1' },
  risk: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '30' },
  at: { type: 'string', default: '2' },
}

async function runWapiti(values, folder, calls, token) {
  const { visited, sound, vulnerabilities, anomalies } = await reviewPages(values, folder, calls, token)
  process.stdout.write(
    `wapiti: ${visited} addresses, ${sound} of them good, ${vulnerabilities.length} kinds of weaknesses\n`,
  )
  for (const [name, entries] of [...vulnerabilities, ...anomalies]) {
    for (const { method, path, info } of entries)
      process.stdout.write(`wapiti: ${name}: ${method} ${path}: ${info}\n`)
  }
  return vulnerabilities.length === 0
}

async function runSqlmap(values, folder, calls, token) {
  const counts = await reviewInjection(values, folder, calls, token)
  process.stdout.write(`sqlmap: ${JSON.stringify(counts)}\n`)
  return counts.found.length === 0
}

await main(async () => {
  const { values } = parseArgs({ options })
  const folder = mkdtempSync(join(tmpdir(), 'steward-review-'))
  mkdirSync(join(folder, 'sqlmap'))
  const token = await tokenFor(values)
  const document = await call(values.url, 'openapi.json')
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const calls = callsIn(document, values.only, await firstIds(values.url, token))
  const tools = { sqlmap: runSqlmap, wapiti: runWapiti }
  const results = []
  for (const tool of values.tools.split(',')) results.push(await tools[tool](values, folder, calls, token))
  process.stdout.write(`Their output is in ${folder}\n`)
  return results.every(Boolean) ? 0 : 1
})
