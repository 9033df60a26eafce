import { useState, type DragEvent } from 'react'
import { IconAlertCircle } from '@tabler/icons-react'
import type { User } from '@steward/contracts/user-management'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName, imageAddress } from '../../../entities/user/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateMe } from '../profile.calls.ts'
import { CropDialog } from './crop.dialog.tsx'
import { FileButton } from '../../../components/picture/file-button.tsx'
import { readPicture, unreadablePicture } from '../../../components/picture/picture-file.ts'

/** The user's picture: chosen or dropped, cropped, or taken away. */
export function PictureSetting({ user }: { user: User }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [over, setOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readPicture(file)
    setFault(read ? null : unreadablePicture)
    setPicture(read)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        '-m-2 flex items-center gap-4 rounded-card border border-dashed p-2',
        over ? 'border-accent bg-accent-soft' : 'border-transparent',
      )}
    >
      <Avatar name={fullName(user)} src={imageAddress(user)} size={80} />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton hasPicture={user.imageId !== null} onFile={(file) => void take(file)} />
          {user.imageId && <RemoveButton onFault={setFault} />}
        </div>
        <p className="text-label text-3">Choose a picture, or drop one here.</p>
        <div role="alert" className="empty:hidden">
          {fault && (
            <p className="flex items-start gap-1 text-label text-poor">
              <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
              {fault}
            </p>
          )}
        </div>
      </div>
      {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
    </div>
  )
}

function RemoveButton({ onFault }: { onFault: (text: string | null) => void }) {
  const change = useUpdateMe()
  async function remove() {
    onFault(null)
    try {
      await change.mutateAsync({ imageId: null })
      toast.done('Picture removed', { subject: 'picture' })
    } catch (error) {
      if (!isSessionExpired(error)) onFault(errorText(error))
    }
  }
  return (
    <Button variant="ghost" busy={change.isPending} onClick={() => void remove()}>
      Remove
    </Button>
  )
}
