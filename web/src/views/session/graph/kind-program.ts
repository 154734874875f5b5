import { NodeProgram, type ProgramInfo } from "sigma/rendering";
import type { NodeDisplayData, RenderParams } from "sigma/types";
import { floatColor } from "sigma/utils";
import type { Kind } from "../model/kind.ts";

/** GLSL distance to the edge of each shape, positive inside; `p` ranges from -1 to 1, downwards. */
const SHAPES: Readonly<Record<Kind, string>> = {
  thought: "0.72 - length(p)",
  revision: "0.95 - abs(p.x) - abs(p.y)",
  fork: "min(0.75 - p.y, 0.82 + p.y * 0.5 - 0.1 - abs(p.x) * 1.15) - 0.05",
  critique: "max(min(0.9 - length(p), length(p) - 0.62), 0.34 - length(p))",
  last: "max(min(0.82 - square, square - 0.56), 0.32 - square)",
};

const VERTEX = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
uniform mat3 u_matrix;
varying vec4 v_color;
varying float v_soft;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  gl_PointSize = a_size < 0.1 ? 0.0 : a_size / u_sizeRatio * u_pixelRatio * 2.4;
  v_soft = 2.0 / max(1.0, gl_PointSize);
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= 255.0 / 254.0;
}`;

const fragment = (inside: string) => /* glsl */ `
precision mediump float;
varying vec4 v_color;
varying float v_soft;

void main() {
  vec2 p = (gl_PointCoord - 0.5) * 2.0;
  float square = max(abs(p.x), abs(p.y));
  #ifdef PICKING_MODE
  if (square > 0.95) discard;
  gl_FragColor = v_color;
  #else
  gl_FragColor = v_color * smoothstep(-v_soft, v_soft, ${inside});
  #endif
}`;

const UNIFORMS = ["u_sizeRatio", "u_pixelRatio", "u_matrix"] as const;

/** The WebGL program that draws thoughts of one kind. */
export function kindProgram(kind: Kind) {
  return class KindProgram extends NodeProgram<(typeof UNIFORMS)[number]> {
    getDefinition() {
      const { FLOAT, UNSIGNED_BYTE, POINTS } = WebGLRenderingContext;
      return {
        VERTICES: 1,
        VERTEX_SHADER_SOURCE: VERTEX,
        FRAGMENT_SHADER_SOURCE: fragment(SHAPES[kind]),
        METHOD: POINTS,
        UNIFORMS,
        ATTRIBUTES: [
          { name: "a_position", size: 2, type: FLOAT },
          { name: "a_size", size: 1, type: FLOAT },
          { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
          { name: "a_id", size: 4, type: UNSIGNED_BYTE, normalized: true },
        ],
      };
    }

    processVisibleItem(nodeIndex: number, start: number, { x, y, size, color }: NodeDisplayData): void {
      this.array.set([x, y, size, floatColor(color), nodeIndex], start);
    }

    setUniforms(
      { sizeRatio, pixelRatio, matrix }: RenderParams,
      { gl, uniformLocations }: ProgramInfo,
    ): void {
      gl.uniform1f(uniformLocations.u_sizeRatio!, sizeRatio);
      gl.uniform1f(uniformLocations.u_pixelRatio!, pixelRatio);
      gl.uniformMatrix3fv(uniformLocations.u_matrix!, false, matrix);
    }
  };
}
