export { scopeSql } from '../record/index.ts'
export { readableSql } from '../timeline/index.ts'
