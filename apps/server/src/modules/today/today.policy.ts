export { scopeSql } from '../record/index.ts'
export { ownTaskScopeSql } from '../task/index.ts'
export { readablePlaceSql, readableSql } from '../timeline/index.ts'
