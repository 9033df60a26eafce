import type { RefObject } from 'react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { roles } from '@steward/contracts/plain/permission'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { TokenScope } from '../api-tokens.calls.ts'
import { expiryOptions } from './expiry.ts'
import { PermissionChecklist } from './permission-checklist.tsx'
import type { TokenFormState } from './use-token-form.ts'

type TokenFormProps = {
  scope: TokenScope
  form: TokenFormState
  nameRef: RefObject<HTMLInputElement | null>
}

/** The fields of a new token. */
export function TokenForm({ scope, form, nameRef }: TokenFormProps) {
  return (
    <div className="flex flex-col gap-5">
      <Field label="Name" help="For example, Billing export" error={form.faults.name}>
        <Input
          ref={nameRef}
          value={form.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => form.setName(event.target.value)}
        />
      </Field>
      {scope === 'tenant' && (
        <Field
          label="Role"
          help="The token sees the same data as a user with this role"
          error={form.faults.roleId}
        >
          <Select
            value={form.roleId}
            onChange={(roleId) => roleId && form.setRole(roleId)}
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label="Expires" error={form.faults.expiresInDays}>
        <Select
          value={form.expiry}
          onChange={(expiry) => expiry && form.setExpiry(expiry)}
          options={expiryOptions}
        />
      </Field>
      {form.expiry === 'never' && (
        <p role="status" className="-mt-3 flex items-start gap-1.5 text-label text-average">
          <IconAlertTriangle size={14} className="mt-px shrink-0" aria-hidden />
          A token that never expires works until it is revoked, even if it was lost.
        </p>
      )}
      <PermissionChecklist
        offered={form.offered}
        access={form.access}
        onAccess={form.setAccess}
        chosen={form.chosen}
        onChange={form.setChosen}
        error={form.faults.permissions}
      />
    </div>
  )
}
