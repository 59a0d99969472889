"""Which model, at which effort, plays each role of one purpose."""

from dataclasses import dataclass

from tcsalgbench.errors import BadInput
from tcsalgbench.prompts.preset import Choice, Preset, load_preset
from tcsalgbench.prompts.role import Purpose


@dataclass(frozen=True, slots=True)
class Cast:
    """A preset seen from one purpose; `every` plays all roles where the user named one model."""

    purpose: Purpose
    preset: Preset | None = None
    every: Choice | None = None

    def choice(self, role: str) -> Choice:
        """What plays a role."""
        if self.every is not None:
            return self.every
        if self.preset is None:
            raise BadInput("Name the models: --model PROVIDER/NAME, or --preset NAME.")
        return self.preset.choice(role, self.purpose)


def cast_of(
    purpose: Purpose,
    preset: str | None = None,
    model: str | None = None,
    effort: str | None = None,
    max_output: int | None = None,
) -> Cast:
    """The cast that a command line asks for: a model for every role, or a preset, or a preset with its effort changed."""
    if model is not None:
        if preset is not None:
            raise BadInput("Give either --model, for every role, or --preset.")
        return Cast(purpose, every=Choice(model=model, effort=effort, max_output=max_output))
    if preset is None:
        raise BadInput("Name the models: --model PROVIDER/NAME, or --preset NAME (embedded, simulated, paper, or a file).")
    loaded = load_preset(preset)
    chosen: Choice = getattr(loaded, purpose)
    changed = {name: value for name, value in (("effort", effort), ("max_output", max_output)) if value is not None}
    if not changed:
        return Cast(purpose, preset=loaded)
    roles = {name: choice.model_copy(update=changed) for name, choice in loaded.roles.items()}
    return Cast(purpose, preset=loaded.model_copy(update={purpose: chosen.model_copy(update=changed), "roles": roles}))
