import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport } from '@tabler/icons-react'
import { useSearchParams } from '../../components/search-params.ts'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Currencies } from './currencies/currencies.tsx'
import { definitionsQuery } from './currency.calls.ts'
import { Rates } from './rates/rates.tsx'

const AddCurrency = lazyPart(() => import('./currencies/add-currency.tsx'), 'AddCurrency')
const ImportRates = lazyPart(() => import('./import/import-rates.tsx'), 'ImportRates')

/** The currencies that the company works in, and what they are worth month by month. */
export function CurrencyPage() {
  const [search, change] = useSearchParams()
  return (
    <SettingsPage
      title="Currency"
      permission="currency.administer"
      what="currencies and exchange rates"
      actions={<Acts onOpen={(open) => change({ open })} />}
    >
      <Money open={search['open']} onClose={() => change({ open: undefined })} />
    </SettingsPage>
  )
}

function Acts({ onOpen }: { onOpen: (open: 'import' | 'add') => void }) {
  return (
    <>
      <Button size="sm" icon={<IconFileImport aria-hidden />} onClick={() => onOpen('import')}>
        Import rates
      </Button>
      <CreateButton label="Add currency" onClick={() => onOpen('add')} />
    </>
  )
}

const skeleton = (
  <SkeletonRows label="Loading the currencies" rowClassName="h-12 gap-4">
    <Skeleton className="h-3 w-14" />
    <Skeleton className="h-3 w-60" />
  </SkeletonRows>
)

function Money({ open, onClose }: { open: unknown; onClose: () => void }) {
  const query = useQuery(definitionsQuery)
  return (
    <SettingsRows query={query} what="the currencies" skeleton={skeleton}>
      {(all) => (
        <div className="flex flex-col gap-8 p-4">
          <Currencies all={all} />
          <Rates all={all} />
          <Suspense>
            {open === 'add' && <AddCurrency all={all} onClose={onClose} />}
            {open === 'import' && <ImportRates onClose={onClose} />}
          </Suspense>
        </div>
      )}
    </SettingsRows>
  )
}
