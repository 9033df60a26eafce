import type { TestApp } from '../../../test/harness.ts'

const difference = (a: string, b: string) => `(select * from ${a} except all select * from ${b})`

/** Rows of slots that are not what the records say. */
export async function straySlots(app: TestApp): Promise<unknown[]> {
  const client = await app.application.platform.database.owner.connect()
  try {
    await client.query('begin')
    await client.query('create temp table present on commit drop as select * from record_slot')
    await client.query('select fill_slots(tenant_id, level) from tenant, generate_series(1, 4) level')
    const found = await client.query(
      `select to_jsonb(x) from (${difference('present', 'record_slot')} union all ${difference('record_slot', 'present')}) x`,
    )
    return found.rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
