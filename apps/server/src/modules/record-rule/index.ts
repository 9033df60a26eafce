import { currencyModule } from '../currency/index.ts'
import { fieldModule } from '../field/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { defineModule } from '../../platform/module-definition.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createRuleContexts } from './record-rule.context.ts'
import { createRecordRules } from './record-rule.service.ts'
import { createUses } from './record-rule.use.ts'

export {
  columnAtPath,
  columnOf,
  levelOfReached,
  moneySql,
  pathJoin,
  pathLookup,
  reachField,
  searchedName,
  type PathName,
  type ReachedField,
  type RecordColumn,
} from './record-rule.columns.ts'
export type { ReadRuleContext, RuleContext } from './record-rule.context.ts'
export { fieldsNamedIn, namesStageIn } from './record-rule.settings.ts'
export type { Named, RegisterUses } from './record-rule.use.ts'
export { ownerValue } from './record-rule.owner.ts'
export type { CompiledRule, RecordRules } from './record-rule.service.ts'
export { describeField, type RecordRule } from './record-rule.source.ts'

/** Rules about records: which fields they may name, of a record, its parents and its owner, and what they mean in SQL. */
export const recordRuleModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
  },
  create(_, neighbours) {
    const readContext = createRuleContexts(neighbours)
    const registerUses = createUses(readContext, neighbours)
    return { module: {}, service: { ...createRecordRules(readContext), readContext, registerUses } }
  },
})
