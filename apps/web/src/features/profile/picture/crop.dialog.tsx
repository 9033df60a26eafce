import { useState } from 'react'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { uploadPicture, useUpdateMe } from '../profile.calls.ts'
import { CropArea } from '../../../components/picture/crop-area.tsx'
import { firstCrop } from '../../../components/picture/crop.rules.ts'
import { encodeCrop, tooLargePicture } from '../../../components/picture/picture-file.ts'

/** Chooses the square of a picture that becomes the user's, and saves it. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const [crop, setCrop] = useState(() => firstCrop(picture))
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = useUpdateMe()

  async function save() {
    setBusy(true)
    setFault(null)
    try {
      const encoded = await encodeCrop(picture, crop)
      if (!encoded) return setFault(tooLargePicture)
      await change.mutateAsync({ imageId: await uploadPicture(encoded) })
      toast.done('Picture saved', { subject: 'picture' })
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Crop your picture"
      width={380}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save picture
          </Button>
        </>
      }
    >
      <CropArea picture={picture} crop={crop} onChange={setCrop} />
      <p role="alert" className="mt-3 text-label text-poor empty:hidden">
        {fault}
      </p>
    </Dialog>
  )
}
