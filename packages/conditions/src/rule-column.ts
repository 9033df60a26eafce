/**
 * How a value lies in the database. Years are 0001 to 9999.
 * `isoDate` is a text that is null or a valid `YYYY-MM-DD`; `timestamp` is a timestamptz, read by its UTC
 * day; `intArray` is an SQL int[]; `jsonIntArray` a jsonb array of whole numbers.
 */
export type RuleStorage =
  | 'text'
  | 'numeric'
  | 'int'
  | 'isoDate'
  | 'date'
  | 'timestamp'
  | 'boolean'
  | 'intArray'
  | 'jsonIntArray'

/** Where and how a field is stored; all members but `storage` are SQL expressions. */
export interface RuleColumn {
  sql: string
  storage: RuleStorage
  /** For a text: the expression already folded, for example a generated column; default `foldedSql(sql)`. */
  folded?: string
  /**
   * True only where the value is set. It is added to every comparison, so that a partial index such as
   * `… where custom ? '12'` can serve it.
   */
  present?: string
  /** Whether the value is set, where that which is compared may be missing although it is: an amount without a rate. */
  isSet?: string
  /** For ids: whether the field holds the one id, an SQL int, behind the placeholder. */
  contains?: (placeholder: string) => string
}
