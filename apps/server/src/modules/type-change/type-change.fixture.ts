import type { TypeChange, TypeChangePreview } from '@steward/contracts/type-change/type-change'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const url = (fieldId: number): string => `core/fields/${fieldId}/type-change`

export async function preview(
  client: Client,
  fieldId: number,
  dataType: string,
  more: object = {},
): Promise<TypeChangePreview> {
  return good(await client.post(`${url(fieldId)}/preview`, { dataType, ...more })).data
}

export const askForType = (
  client: Client,
  fieldId: number,
  dataType: string,
  more: object = {},
): Promise<Answer> => client.post(url(fieldId), { dataType, ...more })

export async function changeType(
  client: Client,
  fieldId: number,
  dataType: string,
  more: object = {},
): Promise<TypeChange> {
  return good(await askForType(client, fieldId, dataType, more)).data
}

export async function changeOf(client: Client, fieldId: number): Promise<TypeChange> {
  return good(await client.get(url(fieldId))).data
}

export async function typeOf(client: Client, fieldId: number): Promise<string> {
  const { data } = good(await client.get('core/fields?level=account'))
  return data.find((field: { customColumnId: number }) => field.customColumnId === fieldId)?.dataType
}

/** Creates an account for each value of a field; answers their ids. */
export async function accountsWith(
  client: Client,
  name: string,
  values: readonly unknown[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [at, value] of values.entries()) {
    const globalFields = { name: `Account ${at}`, [name]: value }
    ids.push(good(await client.post('core/accounts', { globalFields })).data.accountId)
  }
  return ids
}

/** The values of a field; undefined where it is blank. */
export async function valuesIn(client: Client, name: string, ids: readonly number[]): Promise<unknown[]> {
  const answers = await Promise.all(ids.map((id) => client.get(`core/accounts/${id}`)))
  return answers.map((answer) => good(answer).data.customFields[name])
}

/** Does what a job does a minute later: the slots of former types are empty and free. */
export async function freeSlots(app: TestApp): Promise<void> {
  const { platform, modules } = app.application
  const { rows } = await platform.database.owner.query<{ id: number }>(
    'select field_id as id from custom_field where deleted_at is not null and slot is not null',
  )
  const [free] = modules.modules.flatMap(({ tasks }) => tasks?.['field.slot_free'] ?? [])
  const context = { signal: new AbortController().signal, log: platform.log }
  for (const { id } of rows) await free?.({ tenantId: app.tenantId, fieldId: id }, context)
}
