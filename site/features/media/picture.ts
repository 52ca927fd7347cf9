/** A part of a picture, in its own pixels. */
export type CropArea = { x: number; y: number; width: number; height: number }
export type Size = { width: number; height: number }

/** An avatar is shown no larger than this, on any screen. */
const avatarSide = 512
/** A poster fills the head of a page on a phone's dense screen. */
const poster: Size = { width: 1280, height: 1280 }

/** Smaller pictures stay as they are: nothing is gained by blowing them up. */
export function fitSize(area: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / area.width, bounds.height / area.height)
  return {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  }
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** A name that ends in `.png` proves nothing. */
export function canLoadPicture(address: string): Promise<boolean> {
  return loadImage(address).then(
    () => true,
    () => false,
  )
}

/** WebP; PNG from a browser that writes no WebP. */
function drawCroppedArea(
  image: HTMLImageElement,
  area: CropArea,
  { width, height }: Size,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser draws no pictures')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written'))),
      'image/webp',
      0.86,
    )
  })
}

export async function cropAvatar(address: string, area: CropArea): Promise<Blob> {
  const side = Math.min(area.width, area.height)
  const { width } = fitSize(
    { width: side, height: side },
    { width: avatarSide, height: avatarSide },
  )
  return drawCroppedArea(await loadImage(address), area, { width, height: width })
}

/** Drops metadata, such as where it was taken. Throws on what the browser cannot show. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const image = await loadImage(address)
    const whole = { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight }
    return await drawCroppedArea(image, whole, fitSize(whole, poster))
  } finally {
    URL.revokeObjectURL(address)
  }
}
