export {
  findFirstTenant,
  findSoleTenant,
  insertTenant,
  lockInstance,
  readTenantName,
  takeTenantId,
} from './tenant.store.ts'
