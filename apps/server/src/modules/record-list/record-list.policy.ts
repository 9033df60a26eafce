/** The row rule of records, which queries of this module add. */
export { isScoped, scopeSql } from '../record/index.ts'
