import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { examine } from '../doctor/doctor.ts'
import { reportJson, reportText } from '../doctor/report.ts'
import { release } from '../platform/release.ts'

/** Prints how the installation stands; ends with 1 where there are faults. */
const { values } = parseArgs({ options: { json: { type: 'boolean' }, 'env-file': { type: 'string' } } })
const file = values['env-file']
const findings = await examine({ ...process.env, ...(file ? parseEnv(readFileSync(file, 'utf8')) : {}) })
process.stdout.write((values.json ? reportJson : reportText)(release, findings))
process.exitCode = findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0
