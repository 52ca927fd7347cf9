/**
 * Beside older uploads the bucket holds an empty object that names who uploaded it: never served, so
 * that the address of a picture tells nothing about the person. Newer ones have a row instead.
 */
export const uploadersFolder = 'uploaders/'

export function uploaderFolder(userId: number): string {
  return `${uploadersFolder}${userId}/`
}

const uploadsFolder = 'uploads/'

/** The picture that such an object is about. */
export function toUploadPath(markerKey: string): string {
  return uploadsFolder + markerKey.slice(markerKey.lastIndexOf('/') + 1)
}

export function parseUploaderId(markerKey: string): number {
  return Number(markerKey.slice(uploadersFolder.length, markerKey.lastIndexOf('/')))
}

export function toMarkerKey(userId: number, path: string): string {
  return uploaderFolder(userId) + path.slice(uploadsFolder.length)
}
