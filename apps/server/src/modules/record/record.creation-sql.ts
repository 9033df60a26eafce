/** When a record was created: at the day that a file gave, in UTC, else when it came into being here. */
export function createdSql(alias: string): string {
  return `coalesce(${alias}.created_on::timestamp at time zone 'UTC', ${alias}.created_at)`
}

/** The same as a text: a day, or an instant as PostgreSQL writes it. */
export function createdText(alias: string): string {
  return `coalesce(${alias}.created_on::text, ${alias}.created_at::text)`
}
