// SPDX-License-Identifier: MIT
// The programs of scenes in three dimensions.

/** `mirrored`: as the floor reflects it, below the floor at y = 0, and only where there is one. */
export const solidVertex = (mirrored: boolean): string => `#version 300 es
in vec3 position; in vec3 normal; in vec3 at; in vec4 turn; in vec3 size; in vec4 paint; in float glow;
uniform mat4 viewMatrix; uniform mat4 projectionMatrix;
out vec3 vNormal; out vec4 vPaint; out float vGlow; out float vFar; out vec3 vPlace;
vec3 turned(vec3 v, vec4 q) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vNormal = turned(normal / max(size, vec3(1e-4)), turn);
  vPlace = at + turned(position * size, turn);
  ${mirrored ? 'vPlace.y = -vPlace.y;' : ''}
  vec4 seen = viewMatrix * vec4(vPlace, 1.0);
  vPaint = paint; vGlow = glow; vFar = -seen.z;
  gl_Position = projectionMatrix * seen;
}`

// Where the eye sees a mirrored point on the floor: outside of the floor there is nothing. Reflections fade with depth.
const onFloor = `
  if (vPlace.y >= 0.0) discard;
  vec3 way = vPlace - cameraPosition;
  vec2 at = (cameraPosition + way * (cameraPosition.y / -way.y)).xz;
  if (at.x < reflecting.x || at.y < reflecting.y || at.x > reflecting.z || at.y > reflecting.w) discard;
  color.rgb = mix(color.rgb, fog, 1.0 - exp(vPlace.y * 0.7));`

export const solidFragment = (mirrored: boolean): string => `#version 300 es
precision highp float;
in vec3 vNormal; in vec4 vPaint; in float vGlow; in float vFar; in vec3 vPlace;
uniform vec3 fog; uniform vec2 fogRange; uniform vec3 cameraPosition; uniform vec4 reflecting;
out vec4 color;
void main() {
  vec3 n = normalize(vNormal);
  vec3 eye = normalize(cameraPosition - vPlace);
  vec3 sun = normalize(vec3(0.35, 0.6, 0.75));
  float light = 0.5 + 0.22 * n.y + 0.33 * max(0.0, dot(n, sun));
  float shine = pow(max(0.0, dot(n, normalize(sun + eye))), 24.0) * 0.35;
  float rim = pow(1.0 - max(0.0, dot(n, eye)), 3.0) * 0.22;
  vec3 lit = mix(vPaint.rgb * (light + rim) + shine, mix(vPaint.rgb, vec3(1.0), 0.12), vGlow);
  color = vec4(mix(lit, fog, smoothstep(fogRange.x, fogRange.y, vFar)), vPaint.a);${mirrored ? onFloor : ''}
}`

export const flatVertex = `#version 300 es
in vec3 position; in vec4 paint;
uniform mat4 viewMatrix; uniform mat4 projectionMatrix;
out vec4 vPaint; out float vFar;
void main() {
  vec4 seen = viewMatrix * vec4(position, 1.0);
  vPaint = paint; vFar = -seen.z;
  gl_Position = projectionMatrix * seen;
}`

export const flatFragment = `#version 300 es
precision highp float;
in vec4 vPaint; in float vFar;
uniform vec3 fog; uniform vec2 fogRange;
out vec4 color;
void main() { color = vec4(vPaint.rgb, vPaint.a * (1.0 - smoothstep(fogRange.x, fogRange.y, vFar))); }`

/** Light around a line from one point to another, as a quad that faces the eye. `local`: along the line and across, in radii, and its length. */
export const glowVertex = `#version 300 es
in vec3 position; in vec4 paint; in vec3 local;
uniform mat4 viewMatrix; uniform mat4 projectionMatrix;
out vec4 vPaint; out vec3 vLocal;
void main() {
  vPaint = paint; vLocal = local;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`

export const glowFragment = `#version 300 es
precision highp float;
in vec4 vPaint; in vec3 vLocal;
out vec4 color;
void main() {
  float away = length(vec2(max(max(-vLocal.x, vLocal.x - vLocal.z), 0.0), vLocal.y));
  float light = max(0.0, 1.0 - away);
  color = vec4(vPaint.rgb, vPaint.a * light * light);
}`
