import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ScenarioCeilingsForm } from '@steward/contracts/scenario/ceiling'

interface Row {
  messagesPerWeek: number | null
  actionsPerDay: number | null
  hoursFrom: number | null
  hoursTo: number | null
  lateEventHours: number
}

/** What applies until a company decides otherwise. */
const usual: ScenarioCeilingsForm = {
  messagesPerWeek: 3,
  actionsPerDay: null,
  hours: null,
  lateEventHours: 24,
}

export async function readCeilings(db: Db | Tx, tenantId: number): Promise<ScenarioCeilingsForm> {
  const [row] = await query<Row>(
    db,
    `/*scenario_ceiling.read*/ select messages_per_week as "messagesPerWeek", actions_per_day as "actionsPerDay",
       hours_from as "hoursFrom", hours_to as "hoursTo", late_event_hours as "lateEventHours"
     from scenario_ceiling where tenant_id = $1`,
    [tenantId],
  )
  if (!row) return usual
  const { hoursFrom, hoursTo, ...rest } = row
  return { ...rest, hours: hoursFrom === null || hoursTo === null ? null : { from: hoursFrom, to: hoursTo } }
}

export async function putCeilings(
  tx: Tx,
  tenantId: number,
  { messagesPerWeek, actionsPerDay, hours, lateEventHours }: ScenarioCeilingsForm,
): Promise<void> {
  await query(
    tx,
    `/*scenario_ceiling.put*/
     insert into scenario_ceiling (tenant_id, messages_per_week, actions_per_day, hours_from, hours_to, late_event_hours)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id) do update set messages_per_week = excluded.messages_per_week,
       actions_per_day = excluded.actions_per_day, hours_from = excluded.hours_from, hours_to = excluded.hours_to,
       late_event_hours = excluded.late_event_hours`,
    [tenantId, messagesPerWeek, actionsPerDay, hours?.from ?? null, hours?.to ?? null, lateEventHours],
  )
}
