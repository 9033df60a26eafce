import type { AuditService } from '../audit/index.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { UserService } from '../user-management/index.ts'

/** The modules below, from which a model takes what its measures are about. */
export interface HealthModelNeighbours {
  audit: AuditService
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
}
