export { scopeSql } from '../record/index.ts'
export { taskScopeSql } from '../task/index.ts'
export { readableSql } from '../timeline/index.ts'
