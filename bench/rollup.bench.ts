import { once } from './load.ts'
import type { Stage } from './stage.ts'

export interface RollupFigures {
  /** What is rolled up, in words. */
  work: string
  /** Milliseconds. */
  updateTime: number
  time: number
}

interface Made {
  data: { customColumnId: number }
}

interface State {
  data: { state: string; problem: string | null }
}

const parents = { organization: 'organization_id', account: 'account_id' } as const
type ParentLevel = keyof typeof parents

/** The floor: the same aggregate written by one UPDATE into the same table, and nothing beside. */
async function bareUpdate({ client, setup }: Stage, level: ParentLevel): Promise<number> {
  const column = parents[level]
  const from = performance.now()
  await client.query(
    `update record p set custom = p.custom || jsonb_build_object('0', s.value)
     from (select ${column} as record_id, count(*) as value from record
           where tenant_id = $1 and level = 3 and not archived and ${column} is not null group by 1) s
     where p.tenant_id = $1 and p.level = $2 and p.record_id = s.record_id`,
    [setup.tenantId, level === 'organization' ? 1 : 2],
  )
  return performance.now() - from
}

/** From the call that defines the roll-up until its values are there for all records. */
async function defineRollup({ steward }: Stage, level: ParentLevel): Promise<number> {
  const from = performance.now()
  const { data: field } = (await once(steward, {
    method: 'POST',
    path: '/api/core/fields',
    body: {
      displayName: 'Contacts',
      dataType: 'number',
      columnLevel: level,
      vertical: true,
      childId: null,
      rollup: { childLevel: 'contact', function: 'count' },
    },
  })) as Made
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { data } = (await once(steward, {
      method: 'GET',
      path: `/api/core/fields/${field.customColumnId}/calculation`,
    })) as State
    if (data.problem !== null) throw new Error(data.problem)
    if (data.state === 'ready') return performance.now() - from
  }
}

/** Rolls all contacts up into their organizations and into their accounts, beside one bare UPDATE of each. */
export async function benchRollup(stage: Stage, contacts: number): Promise<RollupFigures[]> {
  const figures: RollupFigures[] = []
  for (const level of ['organization', 'account'] as const) {
    const updateTime = await bareUpdate(stage, level)
    const time = await defineRollup(stage, level)
    figures.push({ work: `${contacts} contacts into their ${level}s`, updateTime, time })
  }
  return figures
}
