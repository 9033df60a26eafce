import type { LevelPlural } from '@steward/contracts/level'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

type Fields = Record<string, unknown>

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Waits until every event is received and every calculated field is calculated. */
export async function settled(app: TestApp): Promise<void> {
  const { owner } = app.application.platform.database
  await expect
    .poll(
      async () => {
        const { rows } = await owner.query<{ n: number }>(
          `select (select count(*) from event) + (select count(*) from calculation_pending)
             + (select count(*) from calculation_state where state <> 'ready') as n`,
        )
        return rows[0]?.n
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(0)
}

/** The values of a record, by API name. */
export async function valuesOf(client: Client, plural: LevelPlural, id: number): Promise<Fields> {
  const { customFields, globalFields } = good(await client.get(`core/${plural}/${id}`)).data as {
    customFields: Fields
    globalFields: Fields
  }
  return { ...globalFields, ...customFields }
}

function field(columnLevel: string, name: string, dataType: string, more: Fields): Fields {
  return { name, displayName: name, dataType, columnLevel, ...more }
}

export const formula = (columnLevel: string, name: string, dataType: string, text: string): Fields =>
  field(columnLevel, name, dataType, { horizontal: true, calculatedFields: { formula: text } })

export const rollup = (
  columnLevel: string,
  name: string,
  dataType: string,
  childId: number | null,
  how: Fields,
): Fields => field(columnLevel, name, dataType, { vertical: true, childId, rollup: how })

/** Defines a calculated field; answers its id. */
export async function define(client: Client, body: Fields): Promise<number> {
  return good(await client.post('core/fields', body)).data.customColumnId
}

export async function stateOf(client: Client, fieldId: number): Promise<Answer['body']> {
  return good(await client.get(`core/fields/${fieldId}/calculation`)).data
}
