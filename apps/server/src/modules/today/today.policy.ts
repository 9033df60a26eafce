export { scopeSql } from '../record/index.ts'
export { taskScopeSql } from '../task/index.ts'
export { readablePlaceSql, readableSql } from '../timeline/index.ts'
