export {
  findFirstTenant,
  findSoleTenant,
  insertTenant,
  lockInstance,
  readStartPage,
  readTenantName,
  setStartPage,
  takeTenantId,
} from './tenant.store.ts'
