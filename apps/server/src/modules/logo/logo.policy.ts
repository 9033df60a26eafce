export { scopeSql } from '../record/index.ts'
