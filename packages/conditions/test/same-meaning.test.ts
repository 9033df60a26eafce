import * as fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRule, evaluateRule, parseRule, ruleToSql, type CheckedRule, type Rule } from '../src/index.ts'
import { connect } from './database.ts'
import { findRandomField, RANDOM_FIELDS } from './random-fields.ts'
import { randomRules } from './random-rules.ts'
import { fillRandomTable, type RandomRow } from './random-table.ts'
import { TODAY } from './sample.ts'

const RULES = 10_000
const ROWS = 200
const RULES_A_QUERY = 100

// Another one each time; to repeat a failure, put the seed from the test's name here.
const seed = Date.now() % 2 ** 31

let client: Client
beforeAll(async () => {
  client = await connect()
})
afterAll(() => client.end())

test(
  `${RULES} random rules mean the same in memory and in SQL (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const rows = await fillRandomTable(client, ROWS, seed)
    const rules = fc.sample(randomRules(), { numRuns: RULES, seed })
    let telling = 0
    for (let start = 0; start < RULES; start += RULES_A_QUERY) {
      const batch = rules.slice(start, start + RULES_A_QUERY)
      const inMemory = batch.map((rule) => idsInMemory(throughJson(rule), rows))
      const inSql = await idsInSql(batch.map(throughJson))
      const differences = batch.flatMap((rule, index) =>
        difference(rule, inMemory[index], inSql[index], rows),
      )
      expect(differences).toEqual([])
      telling += inMemory.filter((ids) => ids.length > 0 && ids.length < ROWS).length
    }
    // Rules that pick all rows or none compare little.
    expect(telling).toBeGreaterThan(RULES / 2)
  },
)

/** Ready to use, by the way every stored rule takes. */
function throughJson(rule: Rule): CheckedRule {
  const parsed = parseRule(JSON.stringify(rule))
  if (!parsed.ok) throw new Error(`${JSON.stringify(rule)}: ${JSON.stringify(parsed.problems)}`)
  return checkRule(parsed.rule, findRandomField).rule
}

function valueIn(row: RandomRow, name: string): unknown {
  const read = RANDOM_FIELDS[name]?.read
  return read ? read(row[name]) : row[name]
}

function idsInMemory(rule: CheckedRule, rows: RandomRow[]): number[] {
  const holds = (row: RandomRow) => evaluateRule(rule, (name) => valueIn(row, name), { today: TODAY })
  return rows.flatMap((row, id) => (holds(row) ? [id] : []))
}

async function idsInSql(rules: CheckedRule[]): Promise<number[][]> {
  const values: unknown[] = []
  const target = {
    column: (name: string) => RANDOM_FIELDS[name]!.column,
    param: (value: unknown) => `$${values.push(value)}`,
    today: TODAY,
  }
  const lists = rules.map((rule) => `array(select id from random_row where ${ruleToSql(rule, target)})`)
  const columns = lists.map((list, index) => `${list} as "${index}"`)
  const { rows } = await client.query<Record<string, number[]>>(`select ${columns.join(', ')}`, values)
  return rules.map((_rule, index) => rows[0]![String(index)]!)
}

/** The first row on which the two disagree, with what is needed to see why. */
function difference(rule: Rule, inMemory: number[] = [], inSql: number[] = [], rows: RandomRow[]): unknown[] {
  const memory = new Set(inMemory)
  const [id] = [...memory.symmetricDifference(new Set(inSql))]
  if (id === undefined) return []
  return [{ rule: JSON.stringify(rule), row: rows[id], inMemory: memory.has(id) }]
}
