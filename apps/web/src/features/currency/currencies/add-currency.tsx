import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { toast } from '../../../ui/toast.tsx'
import { refreshMoney, setCurrencyTypes } from '../currency.calls.ts'

type AddCurrencyProps = { all: readonly CurrencyDefinition[]; onClose: () => void }

/** Chooses one more currency, by its code or its name. */
export function AddCurrency({ all, onClose }: AddCurrencyProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Option | null>(null)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const options = all
    .filter(({ isActive }) => !isActive)
    .map(({ currencyDefinitionId, code, name }) => ({
      value: currencyDefinitionId,
      label: `${code} – ${name}`,
    }))

  async function add() {
    setAsked(true)
    if (!chosen) return
    setBusy(true)
    try {
      await setCurrencyTypes([{ currencyDefinitionId: Number(chosen.value), isActive: true }])
      await refreshMoney(client)
      toast.done(`${chosen.label.slice(0, 3)} added`, { subject: 'currency' })
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setAlert(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add currency"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void add()}>
            Add currency
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={alert} />
        <Field
          label="Currency"
          required
          help="You can enter or import its exchange rates afterwards."
          error={isAsked && !chosen ? 'Choose a currency.' : undefined}
        >
          <Combobox value={chosen} options={options} placeholder="Code or name" onChange={setChosen} />
        </Field>
      </div>
    </Dialog>
  )
}
