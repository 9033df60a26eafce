import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportedRates } from '@steward/contracts/currency'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FileDrop } from '../../../entities/file/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { numberText } from '../../../ui/reader.ts'
import { toast } from '../../../ui/toast.tsx'
import { importRates, refreshMoney } from '../currency.calls.ts'
import { ChooseRates } from './choose-rates.tsx'
import { RatesPreview } from './rates-preview.tsx'

type Read = { file: File; preview: ImportedRates }

/** Brings rates from a file: what it would write is shown first. */
export function ImportRates({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [read, setRead] = useState<Read>()
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setAlert(null)
    try {
      await work()
    } catch (error) {
      if (!isSessionExpired(error)) setAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  const look = (file: File) =>
    attempt(async () => {
      setRead(undefined)
      setRead({ file, preview: await importRates(file, true) })
    })

  const bring = ({ file }: Read) =>
    attempt(async () => {
      const { added, changed } = await importRates(file, false)
      await refreshMoney(client)
      toast.done(`${numberText(added + changed)} rates imported`, { subject: 'rates' })
      onClose()
    })

  const count = read ? read.preview.added + read.preview.changed : 0
  return (
    <Dialog
      open
      width={560}
      onOpenChange={(open) => !open && onClose()}
      title="Import exchange rates"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={count === 0}
            onClick={() => read && void bring(read)}
          >
            {count > 0 ? `Import ${numberText(count)} rates` : 'Import rates'}
          </Button>
        </>
      }
    >
      <FileDrop label="Drop the file here" onFiles={([file]) => file && void look(file)}>
        <div className="flex flex-col gap-4">
          <FormAlert text={alert} />
          <ChooseRates name={read?.file.name} busy={busy} onFile={(file) => void look(file)} />
          {read && <RatesPreview preview={read.preview} />}
        </div>
      </FileDrop>
    </Dialog>
  )
}
