// Prints which module owns and reads which table. With --check it prints what breaks the rules, and fails.
import { join } from 'node:path'
import { accessRules } from './tables/access.ts'
import { judge } from './tables/judge.ts'
import { readSchema } from './tables/migration.ts'
import { pageOf } from './tables/page.ts'
import { findUses } from './tables/source.ts'

const server = join(import.meta.dirname, '../..')
const schema = await readSchema(join(server, 'migrations'))
const uses = await findUses(join(server, 'src'), new Set(schema.makers.keys()))
const judged = judge(schema, uses, accessRules)
if (process.argv.includes('--check')) {
  process.stdout.write(judged.faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = judged.faults.length > 0 ? 1 : 0
} else {
  process.stdout.write(pageOf(judged, accessRules))
}
