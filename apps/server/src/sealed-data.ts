import { keptKeyColumn } from './platform/secrets/kept-keys.ts'
import type { SealedData } from './platform/secrets/resealing.ts'

/** All that lies in the database by the keys of the instance. A test finds what is missing. */
export const sealedData: SealedData = {
  columns: [
    { table: 'message', key: ['message_id'], column: 'body', purpose: 'message' },
    { table: 'second_factor', key: ['user_id'], column: 'totp_secret', purpose: 'authenticator' },
    { table: 'second_factor', key: ['user_id'], column: 'totp_pending', purpose: 'authenticator' },
    { table: 'sign_in_settings', key: [], column: 'oidc_client_secret', purpose: 'oidc-client-secret' },
    { table: 'webhook', key: ['webhook_id'], column: 'credential', purpose: 'webhook-credential' },
    { table: 'webhook', key: ['webhook_id'], column: 'header_values', purpose: 'webhook-headers' },
    { table: 'webhook', key: ['webhook_id'], column: 'secret', purpose: 'webhook-secret' },
    { table: 'webhook', key: ['webhook_id'], column: 'previous_secret', purpose: 'webhook-secret' },
    keptKeyColumn,
  ],
  hashed: [{ table: 'recovery_code', purpose: 'recovery-code' }],
}
