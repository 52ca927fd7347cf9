const page =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/

export function parseYoutubeVideoId(address: string): string | undefined {
  return page.exec(address)?.[1]
}

export function youtubeVideoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}
