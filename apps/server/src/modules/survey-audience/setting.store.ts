import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredSetting {
  quietDays: number
  consentField: string | null
  languageField: string | null
  requiresSignature: boolean
}

/** What applies until a company decides otherwise. */
const defaultSetting: StoredSetting = {
  quietDays: 30,
  consentField: null,
  languageField: null,
  requiresSignature: false,
}

export async function readSetting(db: Db | Tx, tenantId: number): Promise<StoredSetting> {
  const [row] = await query<StoredSetting>(
    db,
    `/*survey_setting.read*/ select quiet_days as "quietDays", consent_field as "consentField",
       language_field as "languageField", requires_signature as "requiresSignature" from survey_setting where tenant_id = $1`,
    [tenantId],
  )
  return row ?? defaultSetting
}

export async function putSetting(
  tx: Tx,
  tenantId: number,
  { quietDays, consentField, languageField, requiresSignature }: StoredSetting,
): Promise<void> {
  await query(
    tx,
    `/*survey_setting.put*/ insert into survey_setting (tenant_id, quiet_days, consent_field, requires_signature, language_field)
     values ($1, $2, $3, $4, $5) on conflict (tenant_id) do update set quiet_days = excluded.quiet_days,
       consent_field = excluded.consent_field, requires_signature = excluded.requires_signature,
       language_field = excluded.language_field`,
    [tenantId, quietDays, consentField, requiresSignature, languageField],
  )
}
