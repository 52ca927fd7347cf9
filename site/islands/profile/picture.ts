/** A part of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/** An avatar is shown no larger than this, on any screen. */
const largestSide = 512

/** Smaller pictures stay as they are: nothing is gained by blowing them up. */
export function sideOf({ width, height }: Area): number {
  return Math.max(1, Math.min(largestSide, Math.round(Math.min(width, height))))
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** Whether the browser can show it: a name that ends in `.png` proves nothing. */
export function isPicture(address: string): Promise<boolean> {
  return loaded(address).then(
    () => true,
    () => false,
  )
}

/** Cut square and shrunk, as WebP; as PNG from a browser that writes no WebP. */
export async function cutPicture(address: string, area: Area): Promise<Blob> {
  const image = await loaded(address)
  const side = sideOf(area)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser draws no pictures')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))),
      'image/webp',
      0.86,
    )
  })
}
