/** In place of Astro's endpoint for pictures. */
export function GET(): Response {
  return new Response(null, { status: 404 })
}
