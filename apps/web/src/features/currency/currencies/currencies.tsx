import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshMoney, setCurrencyTypes, setDefaultCurrency } from '../currency.calls.ts'

type Act = 'base' | 'default' | 'remove'
type Asked = { act: Act; currency: CurrencyDefinition }

const questions: Readonly<
  Record<Act, (code: string) => { title: string; description: string; action: string; done: string }>
> = {
  base: (code) => ({
    title: `Make ${code} the base?`,
    description: `Rates will be shown and entered per ${code}. Existing rates are converted; amounts don't change.`,
    action: 'Make base',
    done: `${code} is the base currency`,
  }),
  default: (code) => ({
    title: `Make ${code} the default?`,
    description: `New amounts without a currency, in forms and imports, will be in ${code}. Existing amounts keep their currency.`,
    action: 'Make default',
    done: 'Default currency updated',
  }),
  remove: (code) => ({
    title: `Remove ${code}?`,
    description: `${code} can no longer be used for new amounts. Its rates are kept and return if you add it again.`,
    action: 'Remove',
    done: `${code} removed`,
  }),
}

const run: Readonly<Record<Act, (id: number) => Promise<void>>> = {
  base: (currencyDefinitionId) => setCurrencyTypes([{ currencyDefinitionId, isBase: true }]),
  default: setDefaultCurrency,
  remove: (currencyDefinitionId) => setCurrencyTypes([{ currencyDefinitionId, isActive: false }]),
}

/** The currencies in use, and which of them is the base and the default. */
export function Currencies({ all }: { all: readonly CurrencyDefinition[] }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const active = all.filter(({ isActive }) => isActive)
  const ask = (act: Act, currency: CurrencyDefinition) => {
    setAsked({ act, currency })
    setOpen(true)
  }

  async function confirm({ act, currency }: Asked) {
    try {
      await run[act](currency.currencyDefinitionId)
      await refreshMoney(client)
      toast.done(questions[act](currency.code).done, { subject: 'currency' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'currency' })
      throw error
    }
  }

  return (
    <section aria-labelledby="currencies-title">
      <h2 id="currencies-title" className="text-title font-semibold">
        Currencies
      </h2>
      <p className="max-w-160 pt-1 pb-3 text-body text-2">
        Currencies you can use. Exchange rates are relative to the base currency. Amounts without a currency
        use the default.
      </p>
      <ul aria-label="Currencies" className="max-w-200 divide-y divide-line border-y border-line">
        {active.map((currency) => (
          <CurrencyRow key={currency.currencyDefinitionId} currency={currency} onAsk={ask} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          {...questions[asked.act](asked.currency.code)}
          open={open}
          onOpenChange={setOpen}
          onConfirm={() => confirm(asked)}
        />
      )}
    </section>
  )
}

type CurrencyRowProps = {
  currency: CurrencyDefinition
  onAsk: (act: Act, currency: CurrencyDefinition) => void
}

function CurrencyRow({ currency, onAsk }: CurrencyRowProps) {
  const { code, name, symbol, isBase, isDefault } = currency
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="w-10 font-medium">{code}</span>
      <span className="min-w-0 flex-1 truncate text-2">
        {name}
        {symbol !== code && <span className="text-3"> · {symbol}</span>}
      </span>
      {isBase && <Badge tone="accent">Base</Badge>}
      {isDefault && <Badge tone="info">Default</Badge>}
      <span className="flex items-center gap-1">
        {!isBase && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Make base: ${code}`}
            onClick={() => onAsk('base', currency)}
          >
            Make base
          </Button>
        )}
        {!isDefault && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Make default: ${code}`}
            onClick={() => onAsk('default', currency)}
          >
            Make default
          </Button>
        )}
        {!isBase && !isDefault && (
          <IconButton
            size="sm"
            label={`Remove ${code}`}
            icon={<IconTrash aria-hidden />}
            onClick={() => onAsk('remove', currency)}
          />
        )}
      </span>
    </li>
  )
}
