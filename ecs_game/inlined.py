"""Compiling helpers, code that is only ever linked into other code, and parts, which they are linked into.

Numba optimises each function by itself and turns it into machine code, then links it into its callers and does both again there. A ``kernel`` is
never called by itself, so once is enough: the duel's parts took 57 s before and 42 s after, measured one after the other, at the same speed when run.
A part is optimised once, where numba does so twice for the sake of counted references, of which records have none; its loops, which are short, are not
made into ones over vectors.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class Ingredient(JITCodeLibrary):
    """Code that its callers optimise and turn into machine code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class Part(JITCodeLibrary):
    """Code that is optimised once."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=False)
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Numba's own lowering, into a ``Part``."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class IngredientLowering(NativeLowering):
    """Numba's own lowering, into an ``Ingredient``. The callable that numba knows the function by has no address: nothing calls it."""

    _name = "ingredient_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        made = state["cr"]
        name = _dynfunc.make_function(made.fndesc.lookup_module(), state.func_id.func_name, "", 0, made.env, (state.library,))
        state.targetctx.insert_user_function(name, made.fndesc, [state.library])
        state["cr"] = made._replace(cfunc=name)
        return True


class KernelCompiler(CompilerBase):
    """Numba's own passes, but for the lowering."""

    lowering: type

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.lowering, NativeLowering)
        passes.passes = [item for item in passes.passes if item[0] is not NativeLowering]
        passes.finalize()
        return [passes]


class IngredientCompiler(KernelCompiler):
    """For helpers."""

    lowering = IngredientLowering


class PartCompiler(KernelCompiler):
    """For parts."""

    lowering = PartLowering
