import type { Holiday, SaveWorkCalendar, WorkCalendar } from '@steward/contracts/work-calendar'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The class of the advisory locks under which the calendars of a tenant are changed. */
const lockClass = 7393

/** Lets one writer at a time change the calendars, until the transaction ends. */
export async function lockCalendars(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*work_calendar.lock*/ select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
}

/** All calendars, the default one first, then by name. */
export function listCalendars(db: Db | Tx, tenantId: number): Promise<WorkCalendar[]> {
  return query<WorkCalendar>(
    db,
    `/*work_calendar.list*/
    select c.calendar_id "calendarId", c.name, c.working_days "workingDays", c.region, c.is_default "isDefault",
      coalesce((select jsonb_agg(jsonb_build_object('day', h.day, 'name', h.name) order by h.day)
        from work_calendar_holiday h where h.tenant_id = c.tenant_id and h.calendar_id = c.calendar_id),
        '[]') holidays,
      coalesce((select array_agg(u.user_id order by u.user_id)
        from work_calendar_user u where u.tenant_id = c.tenant_id and u.calendar_id = c.calendar_id),
        '{}') "userIds"
    from work_calendar c where c.tenant_id = $1 order by c.is_default desc, lower(c.name)`,
    [tenantId],
  )
}

type Head = Pick<SaveWorkCalendar, 'name' | 'workingDays' | 'region' | 'isDefault'>

/** Returns the new calendar's id. */
export async function insertCalendar(tx: Tx, tenantId: number, head: Head): Promise<number> {
  const rows = await query<{ calendarId: number }>(
    tx,
    `/*work_calendar.insert*/
    insert into work_calendar (tenant_id, name, working_days, region, is_default) values ($1, $2, $3, $4, $5)
    returning calendar_id "calendarId"`,
    [tenantId, head.name, head.workingDays, head.region, head.isDefault],
  )
  return rows[0]?.calendarId as number
}

export async function updateCalendar(
  tx: Tx,
  tenantId: number,
  calendarId: number,
  head: Head,
): Promise<void> {
  await query(
    tx,
    `/*work_calendar.update*/
    update work_calendar set name = $3, working_days = $4, region = $5, is_default = $6
    where tenant_id = $1 and calendar_id = $2`,
    [tenantId, calendarId, head.name, head.workingDays, head.region, head.isDefault],
  )
}

/** Takes the mark from the default calendar, for another to get it. */
export async function clearDefault(tx: Tx, tenantId: number): Promise<void> {
  await query(
    tx,
    `/*work_calendar.clear_default*/
    update work_calendar set is_default = false where tenant_id = $1 and is_default`,
    [tenantId],
  )
}

export async function deleteCalendar(tx: Tx, tenantId: number, calendarId: number): Promise<void> {
  await query(
    tx,
    '/*work_calendar.delete*/ delete from work_calendar where tenant_id = $1 and calendar_id = $2',
    [tenantId, calendarId],
  )
}

/** Makes the holidays of a calendar those given; days are distinct. */
export async function putHolidays(
  tx: Tx,
  tenantId: number,
  calendarId: number,
  holidays: readonly Holiday[],
): Promise<void> {
  await query(
    tx,
    `/*work_calendar.clear_holidays*/
    delete from work_calendar_holiday where tenant_id = $1 and calendar_id = $2`,
    [tenantId, calendarId],
  )
  await query(
    tx,
    `/*work_calendar.put_holidays*/
    insert into work_calendar_holiday (tenant_id, calendar_id, day, name)
    select $1, $2, x.day, x.name from jsonb_to_recordset($3::jsonb) as x(day date, name text)`,
    [tenantId, calendarId, JSON.stringify(holidays)],
  )
}

/** Makes the people who use a calendar those given; they no longer use another one. */
export async function putUsers(
  tx: Tx,
  tenantId: number,
  calendarId: number,
  userIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    `/*work_calendar.clear_users*/
    delete from work_calendar_user where tenant_id = $1 and (calendar_id = $2 or user_id = any($3::int[]))`,
    [tenantId, calendarId, userIds],
  )
  await query(
    tx,
    `/*work_calendar.put_users*/
    insert into work_calendar_user (tenant_id, user_id, calendar_id)
    select $1, u, $2 from unnest($3::int[]) u`,
    [tenantId, calendarId, userIds],
  )
}
