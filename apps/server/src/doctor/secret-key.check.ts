import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { keptKeyColumn } from '../platform/secrets/kept-keys.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { sealedData } from '../sealed-data.ts'
import { findingsAbout, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const { ok, note, warning, fault } = findingsAbout('Secret key')
/** Different characters that a random key of 32 has, but for a chance in millions. */
const leastVariety = 12
const howToMake = 'Create one with: openssl rand -base64 48'

async function keyOfFile(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => undefined)
  return text?.trim() || undefined
}

function checkStrength(keys: readonly string[]): Finding[] {
  const weak = keys.filter((key) => new Set(key).size < leastVariety)
  return weak.length === 0
    ? []
    : [fault('The key has too few different characters; it can be guessed.', howToMake)]
}

/** What cannot be read of these is passed over: they are the keys of codes that are of no use without it. */
const isNeeded = ({ table }: { table: string }) => table !== keptKeyColumn.table

/** Secrets that none of the keys opens. What is encrypted begins with the id of its key and a point. */
async function checkSealed(client: pg.Client, ids: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { table, column } of sealedData.columns.filter(isNeeded)) {
    const there = await client.query(
      'select from information_schema.columns where table_schema = $1 and table_name = $2 and column_name = $3',
      ['public', table, column],
    )
    if (there.rowCount === 0) continue
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table}
       where ${column} is not null and split_part(${column}, '.', 1) <> all ($1)`,
      [ids],
    )
    const count = rows[0]?.count ?? 0
    if (count > 0)
      findings.push(
        fault(
          `${count} in ${table}.${column} are encrypted with a key that is not there.`,
          'Add the previous key to SECRET_KEY, after a comma; or see docs/operate/security.md for a lost key.',
        ),
      )
  }
  return findings
}

async function checkPlace({ secretKeys, dataDir, databaseUrl }: Config): Promise<Finding> {
  const ofFile = await keyOfFile(dataDir)
  const first = secretKeys?.[0]
  if (first === undefined) {
    if (ofFile === undefined) return note(`The first start creates one in ${dataDir}/secret-key.`)
    return databaseUrl
      ? note(`It is in ${dataDir}/secret-key.`, 'Processes on other machines need the same, as SECRET_KEY.')
      : ok(`It is in ${dataDir}/secret-key.`)
  }
  if (ofFile !== undefined && !secretKeys?.includes(ofFile))
    return warning(
      `SECRET_KEY is used, and ${dataDir}/secret-key contains another one.`,
      'If Steward ever ran with that one: SECRET_KEY=<new>,<content of the file>. Otherwise delete the file.',
    )
  return ok(`${secretKeys?.length === 1 ? 'One' : secretKeys?.length} in SECRET_KEY.`)
}

/** Where the key of the instance is, how good it is, and whether it opens what was encrypted. */
export const checkSecretKey: Check = async ({ config, client }) => {
  const ofFile = await keyOfFile(config.dataDir)
  const keys = config.secretKeys ?? (ofFile === undefined ? [] : [ofFile])
  const findings = [await checkPlace(config), ...checkStrength(keys)]
  if (!client) return findings
  const { dataDir } = config
  const ids =
    keys.length === 0
      ? []
      : createSecrets({ secretKeys: keys, dataDir })
          .keys('doctor')
          .map(({ id }) => id)
  return [...findings, ...(await checkSealed(client, ids))]
}
