import type pg from 'pg'
import { defaultPasswordCeiling } from '@steward/contracts/plain/password'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { domainOf, firstSettings, inOrder, type StoredSettings } from './sign-in-settings.rules.ts'

/** The settings of a company; those that it begins with where it never changed them. */
export async function readSettings(db: Db | Tx, tenantId: number): Promise<StoredSettings> {
  const rows = await query<StoredSettings>(
    db,
    `/*sign_in_settings.read*/
    select coalesce(s.provider, 'built-in') provider, coalesce(s.mfa_required, false) "mfaRequired",
      case when s.tenant_id is null then ${defaultPasswordCeiling} else s.password_max_length end "passwordMaxLength", s.cognito,
      case when s.oidc is not null then s.oidc || jsonb_build_object('clientSecret', s.oidc_client_secret) end oidc,
      array(select d.domain from sign_in_domain d where d.tenant_id = t.tenant_id order by d.domain) domains
    from tenant t left join sign_in_settings s on s.tenant_id = t.tenant_id
    where t.tenant_id = $1`,
    [tenantId],
  )
  return rows[0] ? inOrder(rows[0]) : firstSettings
}

/** Lets one change of a company's settings happen at a time. */
export async function lockSettings(tx: Tx, tenantId: number): Promise<void> {
  await query(
    tx,
    `/*sign_in_settings.lock*/
    insert into sign_in_settings (tenant_id) values ($1)
    on conflict (tenant_id) do update set provider = sign_in_settings.provider`,
    [tenantId],
  )
}

export async function writeSettings(tx: Tx, tenantId: number, settings: StoredSettings): Promise<void> {
  const { clientSecret = null, ...oidc } = settings.oidc ?? {}
  await query(
    tx,
    `/*sign_in_settings.write*/
    update sign_in_settings set provider = $2, mfa_required = $3, password_max_length = $4, cognito = $5::jsonb,
      oidc = $6::jsonb, oidc_client_secret = $7
    where tenant_id = $1`,
    [
      tenantId,
      settings.provider,
      settings.mfaRequired,
      settings.passwordMaxLength,
      settings.cognito && JSON.stringify(settings.cognito),
      settings.oidc && JSON.stringify(oidc),
      clientSecret,
    ],
  )
}

/** Makes these the company's domains; new ones are unverified. */
export async function writeDomains(tx: Tx, tenantId: number, domains: readonly string[]): Promise<void> {
  await query(
    tx,
    '/*sign_in_domain.drop*/ delete from sign_in_domain where tenant_id = $1 and domain <> all ($2)',
    [tenantId, domains],
  )
  await query(
    tx,
    `/*sign_in_domain.add*/
    insert into sign_in_domain (tenant_id, domain) select $1, unnest($2::text[])
    on conflict (tenant_id, domain) do nothing`,
    [tenantId, domains],
  )
}

/**
 * The company that people with addresses of a domain sign in to: the one that verified it, else the only one.
 * Whether anyone has the address plays no part.
 */
export async function findDomainTenant(pool: pg.Pool, username: string): Promise<number | null> {
  const { rows } = await pool.query<{ tenant_id: number | null }>({
    name: 'sign_in_domain.tenant',
    text: 'select find_sign_in_tenant($1) tenant_id',
    values: [domainOf(username)],
  })
  return rows[0]?.tenant_id ?? null
}

/** The company that someone with the address works for; null where no one has it. */
async function findEmployer(pool: pg.Pool, username: string): Promise<number | null> {
  const { rows } = await pool.query<{ tenant_id: number }>({
    name: 'sign_in_domain.employer',
    text: 'select tenant_id from find_login($1)',
    values: [username],
  })
  return rows[0]?.tenant_id ?? null
}

/**
 * The company that checks a password; null where none does. The password of someone who works for another
 * company of the installation is not passed on, though the address be of its domain.
 */
export async function findSignInTenant(pool: pg.Pool, username: string): Promise<number | null> {
  const tenantId = await findDomainTenant(pool, username)
  return tenantId === null ? null : ((await findEmployer(pool, username)) ?? tenantId)
}

/** The companies whose people sign in at a Cognito user pool. */
export async function findUserPool(pool: pg.Pool, userPoolId: string): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>({
    name: 'sign_in_settings.user_pool',
    text: 'select tenant_id from find_user_pool($1)',
    values: [userPoolId],
  })
  return rows.map((row) => row.tenant_id)
}
